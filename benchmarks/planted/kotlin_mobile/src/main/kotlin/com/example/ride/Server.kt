package com.example.ride

import io.ktor.server.application.call
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.plugins.cors.routing.CORS
import io.ktor.server.response.respondBytes
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.post
import io.ktor.server.routing.routing
import io.ktor.http.ContentType
import org.slf4j.LoggerFactory
import java.io.File
import java.io.ObjectInputStream
import java.net.URL
import java.sql.Connection
import javax.script.ScriptEngineManager

private val log = LoggerFactory.getLogger("server")
private val types = mapOf("car" to "cars", "bike" to "bikes")

fun main() {
    embeddedServer(Netty, port = 8080, host = "0.0.0.0") {
        install(CORS) {
            anyHost()
            allowCredentials = true
        }
    }.start(wait = true)
}

fun internalServer() = embeddedServer(Netty, port = 8081, host = "127.0.0.1") {}

fun riders(db: Connection, name: String) =
    db.createStatement().executeQuery("SELECT id FROM riders WHERE name = '$name'")

fun rides(db: Connection, rider: String) =
    db.prepareStatement("SELECT id FROM rides WHERE rider = ?").apply { setString(1, rider) }

fun vehicles(db: Connection, type: String) =
    db.createStatement().executeQuery("SELECT id FROM ${types.getValue(type)}")

fun drivers(db: Connection, city: String) {
    val query = "SELECT id FROM drivers WHERE city = " + city
    db.createStatement().execute(query)
}

fun thumbnail(file: String) {
    Runtime.getRuntime().exec("convert $file -resize 64 out.png")
}

fun route(from: String) {
    ProcessBuilder("osrm-routed", "--from", from).start()
}

fun cleanUp(folder: String) {
    ProcessBuilder("sh", "-c", "rm -rf /srv/ride/$folder").start()
}

fun routes() = routing {
    get("/map") {
        val name = call.request.queryParameters["name"]!!
        call.respondBytes(File("/srv/maps/$name").readBytes())
    }
    get("/tile") {
        val tile = call.request.queryParameters["tile"]!!.toInt()
        call.respondBytes(File("/srv/tiles/$tile.png").readBytes())
    }
    get("/hello") {
        call.respondText("<p>Hello ${call.request.queryParameters["name"]}</p>", ContentType.Text.Html)
    }
    get("/plain") {
        call.respondText("Hello ${call.request.queryParameters["name"]}", ContentType.Text.Plain)
    }
    get("/avatar") {
        call.respondBytes(URL(call.request.queryParameters["url"]).readBytes())
    }
    get("/weather") {
        call.respondBytes(URL("https://weather.example.com/today").readBytes())
    }
    post("/restore") {
        ObjectInputStream(call.receiveStream()).readObject()
    }
    post("/price") {
        val rule = call.request.queryParameters["rule"]
        ScriptEngineManager().getEngineByExtension("kts").eval(rule)
    }
    get("/three") {
        ScriptEngineManager().getEngineByExtension("kts").eval("1 + 2")
    }
    get("/seen") {
        log.info("seen by " + call.request.headers["User-Agent"])
        log.info("seen at {}", System.currentTimeMillis())
    }
}
