#!/bin/bash
# Prepares a machine for its role.
set -eu

role=web
while [ $# -gt 0 ]; do
    case "$1" in
        --role) role=$2; shift ;;
    esac
    shift
done

export AWS_SECRET_ACCESS_KEY={{secret:aws_key:45}}
export AWS_DEFAULT_REGION=eu-central-1
export DB_PASSWORD="${DB_PASSWORD:?not set}"
export PGPASSFILE=/etc/office/pgpass

install_agent() {
    curl -fsSL https://get.agent.example.net/install.sh | sudo bash
}

install_runtime() {
    wget -qO- http://deb.example.net/setup_18.x | bash -
}

install_tool() {
    curl -fsSLo /tmp/tool.tgz https://files.example.com/tool-1.4.tgz
    echo "{{secret:hex64:46}}  /tmp/tool.tgz" | sha256sum -c -
    tar xzf /tmp/tool.tgz -C /usr/local
}

fetch_settings() {
    curl -k -o /etc/office/settings.json https://settings.example.com/$role.json
    wget --no-check-certificate -O /etc/office/extra.json https://settings.example.com/extra.json
    curl --cacert /etc/office/ca.pem -o /etc/office/more.json https://settings.example.com/more.json
}

health() {
    curl -s https://status.example.com/health | jq .state
}

make_user() {
    name=$1
    eval "useradd -m $name"
    useradd -m -- "$name-backup"
    su -c "touch /home/$name/.ready" "$name"
    eval "$(ssh-agent -s)"
}

share() {
    chmod -R 777 /srv/share
    chmod 640 /etc/office/settings.json
    umask 000
}

spool() {
    echo "$role" > /tmp/provision.$$
    work=$(mktemp -d)
    echo "$role" > "$work/role"
}

deploy_key() {
    ssh -o StrictHostKeyChecking=no deploy@web.example.com true
    ssh -o StrictHostKeyChecking=yes deploy@db.example.com true
}

clean() {
    rm -rf "$1"/*
    rm -rf "${work:?}/cache"
}

install_agent
