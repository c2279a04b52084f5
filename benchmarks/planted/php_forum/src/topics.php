<?php

require_once 'connection.php';

const SORTS = ['date' => 'created', 'title' => 'title'];

function search(mysqli $db): mysqli_result
{
    return $db->query("SELECT * FROM topics WHERE title LIKE '%" . $_GET['q'] . "%'");
}

function by_author(PDO $db, string $author): PDOStatement
{
    $query = "SELECT * FROM topics WHERE author = '$author'";
    return $db->query($query);
}

function by_tag(PDO $db, string $tag): PDOStatement
{
    $statement = $db->prepare('SELECT * FROM topics WHERE tag = :tag');
    $statement->execute(['tag' => $tag]);
    return $statement;
}

function sorted(PDO $db): PDOStatement
{
    $column = SORTS[$_GET['sort'] ?? ''] ?? 'created';
    return $db->query("SELECT * FROM topics ORDER BY $column");
}

function by_number(mysqli $db): mysqli_result
{
    $number = (int) $_GET['id'];
    return $db->query("SELECT * FROM topics WHERE id = $number");
}

function thumbnail(): void
{
    shell_exec('convert ' . $_POST['file'] . ' -resize 100 thumb.png');
}

function resize(): void
{
    shell_exec('convert ' . escapeshellarg($_POST['file']) . ' -resize 100 thumb.png');
}

function whois(string $host): string
{
    return `whois $host`;
}

function load_average(): string
{
    return exec('cat /proc/loadavg');
}

function page(): void
{
    include 'pages/' . $_GET['page'] . '.php';
}

function help(): void
{
    include __DIR__ . '/pages/help.php';
}

function attachment(): void
{
    readfile('/srv/forum/' . $_GET['file']);
}

function picture(): void
{
    readfile('/srv/forum/pictures/' . basename($_GET['file']));
}

function upload(): void
{
    move_uploaded_file($_FILES['file']['tmp_name'], 'uploads/' . $_FILES['file']['name']);
}

function preview(): string
{
    return file_get_contents($_GET['url']);
}

function news(): string
{
    return file_get_contents('https://news.example.com/feed.xml');
}

function link_check(): bool
{
    $curl = curl_init($_POST['link']);
    curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, false);
    return curl_exec($curl) !== false;
}

function status(): bool
{
    $curl = curl_init('https://status.example.com/');
    curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, true);
    return curl_exec($curl) !== false;
}

function hello(): void
{
    echo '<p>Hello ' . $_GET['name'] . '</p>';
    echo '<p>Bye ' . htmlspecialchars($_GET['name'], ENT_QUOTES) . '</p>';
}
?>
<h1><?= $_GET['title'] ?></h1>
<h2><?= htmlentities($title) ?></h2>
