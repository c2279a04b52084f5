#!/bin/bash
# Rotates logs and tells about it.

keep=7
readonly hosts="alpha beta"
pattern=$1

for host in $hosts; do
    ssh "$host" "rm -f /var/log/app/*.old"
    ssh "$host" "rm -f /var/log/app/$pattern"
done

find /var/log/app -name "$pattern" -exec sh -c "gzip {}" \;
find /var/log/app -name "$pattern" -exec gzip {} \;
find /var/log/app -mtime +$keep -print0 | xargs -0 rm -f --

sqlite3 rotate.db "INSERT INTO runs VALUES ('$pattern')"
sqlite3 rotate.db "DELETE FROM runs WHERE age > $keep"

cd /var/log/app || exit 1
set +e
gzip old.log 2>/dev/null || :

docker run -e DB_PASSWORD={{secret:password:215}} app:1.4 rotate
docker run --env-file /etc/app/env app:1.4 rotate
curl -X POST -d "text=rotated" {{secret:slack_hook:216}}
curl -X POST -d "text=rotated" "$HOOK"
logger -t rotate "$pattern"
sum=$(md5 -q old.log)
htpasswd -bd users app "$PASSWORD"
