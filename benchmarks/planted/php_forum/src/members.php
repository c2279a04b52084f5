<?php

declare(strict_types=1);

use Firebase\JWT\JWT;
use Firebase\JWT\Key;

function restore(): mixed
{
    return unserialize($_COOKIE['profile']);
}

function restore_plain(): mixed
{
    return unserialize($_COOKIE['profile'], ['allowed_classes' => false]);
}

function preferences(): mixed
{
    return json_decode($_COOKIE['preferences'], true);
}

function draft(string $path): mixed
{
    return yaml_parse_file($path) ?: unserialize(file_get_contents($path));
}

function formula(): mixed
{
    return eval('return ' . $_POST['formula'] . ';');
}

function handler(): mixed
{
    return call_user_func($_GET['action']);
}

function refresh(): mixed
{
    return call_user_func('preferences');
}

function filter(array $posts): array
{
    return array_filter($posts, create_function('$post', $_GET['test']));
}

function password_of(string $password): string
{
    return md5($password);
}

function password_well(string $password): string
{
    return password_hash($password, PASSWORD_DEFAULT);
}

function gravatar(string $address): string
{
    return 'https://www.gravatar.com/avatar/' . md5(strtolower($address));
}

function seal(string $text, string $key): string
{
    return openssl_encrypt($text, 'AES-256-ECB', $key);
}

function seal_chain(string $text, string $key): string
{
    return openssl_encrypt($text, 'aes-256-cbc', $key, 0, '1234567890123456');
}

function seal_well(string $text, string $key, string &$tag): string
{
    return openssl_encrypt($text, 'aes-256-gcm', $key, 0, random_bytes(12), $tag);
}

function invite(): string
{
    return uniqid() . mt_rand();
}

function token(): string
{
    return bin2hex(random_bytes(32));
}

function login(string $name): void
{
    $token = JWT::encode(['name' => $name], '{{secret:password:42}}', 'HS256');
    setcookie('session', $token, 0, '/', '', false, false);
    setcookie('lang', 'de', ['secure' => true, 'httponly' => true, 'samesite' => 'Lax']);
    header('Access-Control-Allow-Origin: ' . $_SERVER['HTTP_ORIGIN']);
    header('Location: ' . $_GET['next']);
    error_log('login of ' . $_POST['name']);
}

function claims(string $token): object
{
    return JWT::decode($token, new Key($_ENV['JWT_KEY'], 'HS256'));
}

function is_token(string $token, string $stored_token): bool
{
    return $token == $stored_token;
}

function is_genuine(string $mac, string $expected): bool
{
    return hash_equals($expected, $mac);
}

function member($directory, string $name)
{
    return ldap_search($directory, 'ou=members', "(uid=$name)");
}

function member_of($directory, string $name)
{
    return ldap_search($directory, 'ou=members', '(uid=' . ldap_escape($name, '', LDAP_ESCAPE_FILTER) . ')');
}

function tell(string $subject): bool
{
    return mail('club@example.com', $subject, 'Hello', 'From: ' . $_POST['from']);
}

function import(string $text): SimpleXMLElement
{
    return simplexml_load_string($text, 'SimpleXMLElement', LIBXML_NOENT | LIBXML_DTDLOAD);
}

function import_plain(string $text): SimpleXMLElement
{
    return simplexml_load_string($text, 'SimpleXMLElement', LIBXML_NONET);
}

function load(string $path): DOMDocument
{
    $document = new DOMDocument();
    $document->substituteEntities = true;
    $document->load($path, LIBXML_DTDLOAD);
    return $document;
}

function is_name(string $text): bool
{
    return preg_match('/^(\w+\s?)+$/', $text) === 1;
}

function is_zip(string $text): bool
{
    return preg_match('/^\d{5}$/', $text) === 1;
}

function share(string $path): void
{
    chmod($path, 0777);
    chmod($path, 0640);
}

function spool(string $text): void
{
    @unlink('/tmp/forum.spool');
    file_put_contents(tempnam(sys_get_temp_dir(), 'forum'), $text);
}

function quietly(callable $work): void
{
    try {
        $work();
    } catch (\Throwable $error) {
    }
}

function loudly(callable $work): void
{
    try {
        $work();
    } catch (\RuntimeException $error) {
        error_log($error->getMessage());
        throw $error;
    }
}
