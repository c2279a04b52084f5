#!/bin/sh
# Nightly backup of the database.

target=${BACKUP_TARGET:-/srv/backup}

mysqldump -u root -p{{secret:password:47}} shop > "$target/shop.sql"
mysqldump --defaults-file=/etc/mysql/backup.cnf crm > "$target/crm.sql"
openssl enc -des3 -in "$target/shop.sql" -out "$target/shop.enc" -k "$BACKUP_KEY"
openssl enc -aes-256-cbc -pbkdf2 -iter 600000 -in "$target/crm.sql" -out "$target/crm.enc" -pass file:/etc/backup.key
md5sum "$target"/*.enc > "$target/SUMS"
token=$RANDOM$RANDOM
key=$(openssl rand -hex 32)
psql -c "DELETE FROM backups WHERE name = '$1'"
psql -c "DELETE FROM backups WHERE age > 30"
psql -v name="$1" -f delete.sql
rsync -a "$target/" backup@vault.example.com:/vault/ || true
find "$target" -mtime +30 -delete || exit 1
curl -H "Authorization: Bearer {{secret:github:48}}" https://api.github.com/repos/acme/office/dispatches
curl -u "backup:$(cat /run/secrets/backup)" https://vault.example.com/done
echo "$key" | ssh vault 'cat > key'; echo "done $token"
