<?php

declare(strict_types=1);

namespace Acme;

use Doctrine\DBAL\Connection;
use GuzzleHttp\Client;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\DB;
use Symfony\Component\Process\Process;
use Symfony\Component\Yaml\Yaml;
use Twig\Environment;

final class Api
{
    private const TABLE = 'items';
    private const SORTS = ['name', 'price'];

    public function __construct(private Connection $db, private Client $client, private Environment $twig)
    {
    }

    public function search(Request $request): array
    {
        $name = $request->input('name');
        $sql = sprintf("SELECT * FROM items WHERE name = '%s'", $name);
        return $this->db->fetchAllAssociative($sql);
    }

    public function find(Request $request): array
    {
        return $this->db->fetchAllAssociative('SELECT * FROM items WHERE name = ?', [$request->input('name')]);
    }

    public function raw(Request $request): array
    {
        return DB::select(DB::raw("SELECT * FROM items WHERE place = {$request->place}"));
    }

    public function where(Request $request)
    {
        return DB::table('items')->whereRaw('price > ?', [$request->price])->get();
    }

    public function count(): array
    {
        return $this->db->fetchAllAssociative('SELECT count(*) FROM ' . self::TABLE);
    }

    public function sorted(string $sort): array
    {
        if (!in_array($sort, self::SORTS, true)) {
            $sort = 'name';
        }
        return $this->db->fetchAllAssociative("SELECT * FROM items ORDER BY $sort");
    }

    public function pack(Request $request): string
    {
        $file = $request->input('file');
        $command = "zip -r out.zip $file";
        passthru($command);
        return 'packed';
    }

    public function trace(string $host): string
    {
        return Process::fromShellCommandline("traceroute $host")->mustRun()->getOutput();
    }

    public function ping(string $host): string
    {
        return (new Process(['ping', '-c', '1', $host]))->mustRun()->getOutput();
    }

    public function proxy(Request $request): string
    {
        return (string) $this->client->get($request->input('address'))->getBody();
    }

    public function status(): string
    {
        return (string) $this->client->get('https://status.example.com')->getBody();
    }

    public function insecure(): Client
    {
        return new Client(['verify' => false]);
    }

    public function secure(): Client
    {
        return new Client(['verify' => '/etc/ssl/ca.pem', 'timeout' => 5]);
    }

    public function page(Request $request): string
    {
        return $this->twig->createTemplate($request->input('page'))->render();
    }

    public function mail(string $name): string
    {
        return $this->twig->createTemplate('Dear {{ name }}')->render(['name' => $name]);
    }

    public function settings(string $text): mixed
    {
        return Yaml::parse($text, Yaml::PARSE_OBJECT);
    }

    public function plain(string $text): mixed
    {
        return Yaml::parse($text);
    }

    public function clean(string $text): string
    {
        return preg_replace('/(.*)/e', $text, 'a');
    }

    public function sum(string $text): int
    {
        assert("is_numeric($text)");
        return (int) $text;
    }

    public function open(): void
    {
        extract($_REQUEST);
        ini_set('display_errors', '1');
        ini_set('session.cookie_httponly', '1');
    }

    public function download(Request $request): void
    {
        $path = storage_path('files/' . $request->query('name'));
        readfile($path);
    }
}
