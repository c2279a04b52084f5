// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Trail",
    dependencies: [
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.5.4"),
        .package(url: "https://github.com/acme/trail-core.git", branch: "main"),
        .package(url: "http://git.example.net/trail-map.git", from: "1.0.0"),
    ],
    targets: [.executableTarget(name: "Trail")]
)
