package com.example.station

import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator
import org.jetbrains.exposed.sql.transactions.TransactionManager
import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.client.RestTemplate
import java.io.File
import java.nio.file.Files
import java.nio.file.Paths
import java.util.zip.ZipFile
import javax.naming.directory.DirContext
import javax.naming.directory.SearchControls

private const val TABLE = "stations"
private val sorts = setOf("name", "city")

@RestController
class Station(private val jdbc: JdbcTemplate, private val rest: RestTemplate) {

    @GetMapping("/stations")
    fun find(@RequestParam name: String): List<Map<String, Any>> {
        val where = "name = '$name'"
        return jdbc.queryForList("SELECT * FROM stations WHERE $where")
    }

    @GetMapping("/stations/city")
    fun inCity(@RequestParam city: String) =
        jdbc.queryForList("SELECT * FROM stations WHERE city = ?", city)

    @GetMapping("/stations/count")
    fun count() = jdbc.queryForObject("SELECT count(*) FROM $TABLE", Int::class.java)

    @GetMapping("/stations/sorted")
    fun sorted(@RequestParam sort: String): List<Map<String, Any>> {
        require(sort in sorts)
        return jdbc.queryForList("SELECT * FROM stations ORDER BY $sort")
    }

    fun exposed(name: String) {
        TransactionManager.current().exec("UPDATE stations SET seen = true WHERE name = '${name}'")
    }

    @GetMapping("/image")
    fun image(@RequestParam url: String): ByteArray? = rest.getForObject(url, ByteArray::class.java)

    @GetMapping("/weather")
    fun weather(@RequestParam city: String): String? =
        rest.getForObject("https://weather.example.com/{city}", String::class.java, city)

    @GetMapping("/trace")
    fun trace(@RequestParam host: String): String {
        val command = arrayOf("/bin/sh", "-c", "traceroute $host")
        return Runtime.getRuntime().exec(command).inputStream.bufferedReader().readText()
    }

    @GetMapping("/date")
    fun date(): String = Runtime.getRuntime().exec(arrayOf("date", "-u")).inputStream.bufferedReader().readText()

    @GetMapping("/map")
    fun map(@RequestParam name: String): ByteArray = Files.readAllBytes(Paths.get("/srv/maps", name))

    fun unpack(archive: File, folder: File) {
        ZipFile(archive).use { zip ->
            zip.entries().asSequence().forEach { entry ->
                File(folder, entry.name).outputStream().use { zip.getInputStream(entry).copyTo(it) }
            }
        }
    }

    fun person(directory: DirContext, name: String) =
        directory.search("ou=people", "(cn=$name)", SearchControls())

    fun typed(text: String): Any {
        val mapper = ObjectMapper()
        mapper.activateDefaultTyping(BasicPolymorphicTypeValidator.builder().allowIfBaseType(Any::class.java).build())
        return mapper.readValue(text, Any::class.java)
    }

    fun plain(text: String): Map<*, *> = ObjectMapper().readValue(text, Map::class.java)

    fun plugin(name: String): Any = Class.forName(name).getDeclaredConstructor().newInstance()

    fun read(file: File): String = runCatching { file.readText() }.getOrDefault("")

    fun send(work: () -> Unit) {
        runCatching { work() }
    }
}
