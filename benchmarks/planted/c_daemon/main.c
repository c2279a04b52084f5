#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <syslog.h>
#include <sqlite3.h>

#define NAME_SIZE 32
static const char *password_prompt = "Password: ";
static const char *upload_token = "{{secret:hex40:28}}";

static void greet(const char *peer)
{
	char line[64];
	sprintf(line, "hello %s, welcome to the meter", peer);
	puts(line);
}

static void greet_short(const char *peer)
{
	char line[64];
	snprintf(line, sizeof line, "hello %s", peer);
	puts(line);
}

static void read_command(void)
{
	char line[128];
	gets(line);
	puts(line);
}

static void read_line(char *line, int size)
{
	if (fgets(line, size, stdin) == NULL)
		line[0] = '\0';
}

static void set_name(const char *name)
{
	char copy[NAME_SIZE];
	strcpy(copy, name);
	puts(copy);
}

static void set_default(void)
{
	char copy[NAME_SIZE];
	strcpy(copy, "meter");
	puts(copy);
}

static void append(char *path, const char *suffix)
{
	strcat(path, suffix);
}

static void report(const char *message)
{
	printf(message);
	printf("%s\n", message);
}

static void note(const char *message)
{
	syslog(LOG_WARNING, message);
	syslog(LOG_WARNING, "%s", message);
}

static void scan(void)
{
	char word[16];
	scanf("%s", word);
	scanf("%15s", word);
}

static void restart(const char *service)
{
	char command[256];
	snprintf(command, sizeof command, "systemctl restart %s", service);
	system(command);
}

static void sync_clock(void)
{
	system("/usr/sbin/chronyc makestep");
}

static FILE *list(const char *folder)
{
	char command[512];
	snprintf(command, sizeof command, "ls %s", folder);
	return popen(command, "r");
}

static void view(const char *path)
{
	execl("/usr/bin/less", "less", path, (char *)NULL);
}

static int find(sqlite3 *db, const char *meter)
{
	char query[256];
	snprintf(query, sizeof query, "SELECT * FROM readings WHERE meter = '%s'", meter);
	return sqlite3_exec(db, query, NULL, NULL, NULL);
}

static int count(sqlite3 *db)
{
	return sqlite3_exec(db, "SELECT count(*) FROM readings", NULL, NULL, NULL);
}

static int bind_meter(sqlite3 *db, const char *meter, sqlite3_stmt **statement)
{
	sqlite3_prepare_v2(db, "SELECT * FROM readings WHERE meter = ?", -1, statement, NULL);
	return sqlite3_bind_text(*statement, 1, meter, -1, SQLITE_TRANSIENT);
}

static int spool(void)
{
	char *path = tmpnam(NULL);
	return open(path, O_CREAT | O_RDWR, 0666);
}

static int spool_safely(void)
{
	char path[] = "/tmp/meter-XXXXXX";
	return mkstemp(path);
}

static void share(const char *path)
{
	chmod(path, 0777);
	umask(077);
}

static FILE *open_log(const char *name)
{
	char path[300];
	snprintf(path, sizeof path, "/var/log/meter/%s", name);
	return fopen(path, "r");
}

int main(int argc, char **argv)
{
	int option, port = 7001;
	struct sockaddr_in address = {.sin_family = AF_INET};
	while ((option = getopt(argc, argv, "p:")) != -1)
		if (option == 'p')
			port = atoi(optarg);
	address.sin_port = htons(port);
	address.sin_addr.s_addr = INADDR_ANY;
	bind(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address);
	return 0;
}
