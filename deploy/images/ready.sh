#!/usr/bin/env bash
# ready.sh PORT PATH: succeeds when http://127.0.0.1:PORT/PATH responds with 200. A health check runs every few seconds,
# and starting Node for each would cost more than the services do.
exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
printf 'GET %s HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n' "$2" >&3
IFS=' ' read -r -t 3 _ status _ <&3
[ "$status" = 200 ]
