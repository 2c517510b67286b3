#!/bin/sh
# Makes a libSQL server sync each commit to disk. Run it after every start: the setting does not persist.
# Without it (default of sqld 0.24) a power cut loses the last acknowledged writes. ADMIN: address of its admin API.
set -eu
admin="${ADMIN:-http://127.0.0.1:9090}/v1/namespaces/default/config"
tries=0
until curl --silent --fail --max-time 2 --output /dev/null "$admin"; do
	tries=$((tries + 1))
	[ "$tries" -lt 150 ] || { echo "The admin API of sqld does not answer at $admin" >&2; exit 1; }
	sleep 0.2
done
curl --silent --show-error --fail --max-time 5 --output /dev/null --header 'content-type: application/json' \
	--data '{"block_reads":false,"block_writes":false,"txn_timeout_s":5,"durability_mode":"strong"}' "$admin"
curl --silent --fail --max-time 5 "$admin" | grep -q '"durability_mode":"strong"'
