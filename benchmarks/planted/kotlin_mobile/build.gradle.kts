plugins {
    kotlin("jvm") version "1.9.24"
    application
}

group = "com.example.ride"
version = "0.4.0"

repositories {
    mavenCentral()
    maven("http://repo.example.net/snapshots") { isAllowInsecureProtocol = true }
    jcenter()
}

dependencies {
    implementation("com.fasterxml.jackson.core:jackson-databind:2.17.1")
    implementation("com.squareup.okhttp3:okhttp:+")
    implementation("org.yaml:snakeyaml:1.26")
    implementation("io.ktor:ktor-server-core:2.3.11")
    testImplementation(kotlin("test"))
}

application { mainClass.set("com.example.ride.ServerKt") }
