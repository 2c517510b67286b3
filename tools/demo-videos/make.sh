#!/usr/bin/env bash
# Makes the videos of the demonstration courses: each paragraph of a script is spoken over a card that shows it.
#
#   tools/demo-videos/make.sh
#
# Needs (Debian packages): bash, espeak-ng, ffmpeg, fonts-dejavu-core, gawk or mawk, coreutils; and Node 24.
# Reads:  src/app/seed/courses/videos/<slug>.txt, which is also the transcript that members read.
# Writes: public/videos/<slug>.mp4 and its captions, <slug>.vtt; prints the length of each, for src/app/seed/courses/video-script.ts.
#
# The voice is synthetic and meant for demonstration.

set -euo pipefail
export LC_ALL=C.UTF-8

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
font=/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

one_card() { # paragraph file, output
	espeak-ng -v en-us -s 150 -p 36 -g 2 -f "$1" -w "$1.wav"
	local seconds
	seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 "$1.wav")
	fold -s -w 44 "$1" >"$1.wrapped"
	ffmpeg -v error -y -f lavfi -i color=c=0x1b2b44:s=854x480:r=2 -i "$1.wav" \
		-vf "drawbox=x=0:y=468:w=854:h=12:color=0xb3822e:t=fill,drawtext=fontfile=$font:textfile=$1.wrapped:fontcolor=0xf3ecdd:fontsize=26:line_spacing=12:x=64:y=(h-text_h)/2" \
		-af apad -t "$(awk "BEGIN { print $seconds + 0.7 }")" -c:v libx264 -preset slow -crf 32 -pix_fmt yuv420p -c:a aac -b:a 40k -ac 1 -ar 24000 \
		-fflags +bitexact -flags:v +bitexact -flags:a +bitexact "$2"
}

mkdir -p "$root/public/videos"
for script in "$root"/src/app/seed/courses/videos/*.txt; do
	slug=$(basename "$script" .txt)
	folder="$work/$slug"
	mkdir "$folder"
	csplit -s -z -f "$folder/part-" -b '%02d.txt' "$script" '/^$/' '{*}'
	: >"$folder/list"
	starts=(0)
	for part in "$folder"/part-*.txt; do
		sed -i '/^$/d' "$part"
		one_card "$part" "$part.mp4"
		echo "file '$part.mp4'" >>"$folder/list"
		seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 "$part.mp4")
		starts+=("$(awk "BEGIN { print ${starts[-1]} + $seconds }")")
	done
	ffmpeg -v error -y -f concat -safe 0 -i "$folder/list" -c copy -movflags +faststart -map_metadata -1 -fflags +bitexact \
		"$root/public/videos/$slug.mp4"
	node "$root/tools/demo-videos/captions.ts" "$script" "${starts[@]}" >"$root/public/videos/$slug.vtt"
	echo "$slug $(ffprobe -v error -show_entries format=duration -of csv=p=0 "$root/public/videos/$slug.mp4")"
done
