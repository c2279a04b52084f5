#!/usr/bin/env bats

@test "a backup is made" {
  run bin/backup.sh
  [ "$status" -eq 0 ]
}

@test "old backups are removed" {
  skip "needs root"
  run bin/backup.sh
  [ "$status" -eq 0 ]
}

@test "the key is sent" {
  run bin/backup.sh
}
