package com.example.ride

import android.webkit.WebView
import okhttp3.OkHttpClient
import java.io.File
import java.security.MessageDigest
import java.security.SecureRandom
import javax.crypto.Cipher
import javax.crypto.spec.IvParameterSpec
import javax.crypto.spec.SecretKeySpec
import javax.xml.parsers.DocumentBuilderFactory
import kotlin.random.Random

private const val PUSH_KEY = "{{secret:google_fcm:25}}"
private const val PREFERENCE_TOKEN = "preference_token"
private val WORDS = Regex("^(\\w+\\s*)+$")
private val PLATE = Regex("^[A-Z]{1,3}-[0-9]{1,4}$")

fun passwordHash(password: String): ByteArray =
    MessageDigest.getInstance("SHA-1").digest(password.toByteArray())

fun imageKey(image: ByteArray): ByteArray = MessageDigest.getInstance("SHA-256").digest(image)

fun seal(text: ByteArray, key: ByteArray): ByteArray {
    val cipher = Cipher.getInstance("AES")
    cipher.init(Cipher.ENCRYPT_MODE, SecretKeySpec(key, "AES"))
    return cipher.doFinal(text)
}

fun sealOld(text: ByteArray, key: ByteArray): ByteArray {
    val cipher = Cipher.getInstance("Blowfish/CBC/PKCS5Padding")
    cipher.init(Cipher.ENCRYPT_MODE, SecretKeySpec(key, "Blowfish"), IvParameterSpec("12345678".toByteArray()))
    return cipher.doFinal(text)
}

fun sealWell(): Cipher = Cipher.getInstance("ChaCha20-Poly1305")

fun inviteCode() = Random.nextInt(100000, 999999).toString()

fun inviteToken() = ByteArray(32).also { SecureRandom().nextBytes(it) }

fun isPartner(apiKey: String) = apiKey == System.getenv("PARTNER_API_KEY")

fun isGenuine(mac: ByteArray, expected: ByteArray) = MessageDigest.isEqual(mac, expected)

fun client() = OkHttpClient.Builder().hostnameVerifier { _, _ -> true }.build()

fun strictClient() = OkHttpClient.Builder().followRedirects(false).build()

fun show(view: WebView, name: String) {
    view.settings.javaScriptEnabled = true
    view.loadData("<h1>$name</h1>", "text/html", "utf-8")
}

fun parse(text: String) = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(text.byteInputStream())

fun parseSafely(text: String) = DocumentBuilderFactory.newInstance().apply {
    setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)
}.newDocumentBuilder().parse(text.byteInputStream())

fun share(file: File) {
    file.setReadable(true, false)
    file.setWritable(true, false)
}

fun temporary(): File = File.createTempFile("ride", null)

fun quietly(work: () -> Unit) {
    try {
        work()
    } catch (e: Throwable) {
    }
}

fun number(text: String): Int? = text.toIntOrNull()
