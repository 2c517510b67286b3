#!/usr/bin/env bash
# Makes the demonstration podcast: the audio and the transcript of every episode, and the feed.
#
#   tools/demo-podcast/make.sh            audio that is missing or older than its script, then the rest
#   tools/demo-podcast/make.sh --all      all audio again, then the rest
#   tools/demo-podcast/make.sh --feed     the transcripts and the feed only
#
# Needs (Debian packages): bash, espeak-ng, ffmpeg (with ffprobe), gawk or mawk, coreutils; and Node 24.
# Reads:  NN-<slug>.txt beside this file.
# Writes: public/podcast/audio/<slug>.mp3, public/podcast/transcripts/<slug>.vtt and public/podcast/feed.xml.
#
# The voice is synthetic and meant for demonstration: replace the feed (or its audio) with real episodes
# before the site goes public.
#
# A script is a text file in three parts:
#   header lines "Name: value" (Number, Slug, Title, Date, Summary, and Chapters: the number of the first
#   paragraph and a title, separated by "; "), up to the first empty line;
#   show notes in simple HTML (may be empty), up to a line "---";
#   the spoken text, one paragraph per block; an empty line is a pause.
# Number, Slug and Date are lasting: the guid is made from Number, the audio address from Slug.
# Dates are fixed, so that the same scripts always give the same feed.
#
# Addresses in the feed are root-relative (/podcast/audio/<slug>.mp3), because the public address of
# the site is not known when this file is written. The product's feed reader resolves a relative
# address against the address of the feed itself. A feed for podcast directories needs full addresses:
# set BASE_URL=https://www.example.com to write them.

set -euo pipefail
export LC_ALL=C.UTF-8

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$(cd "$here/../.." && pwd)/public/podcast
base=${BASE_URL:-}
base=${base%/}

voice=en-us       # espeak-ng voice
speed=150         # words a minute
pitch=36          # 0-99; lower than the default of 50, calmer
gap=2             # extra pause between words, in 10 ms
bitrate=24k       # mono speech; under 2 MB for the whole series

for tool in espeak-ng ffmpeg ffprobe awk node; do
  command -v "$tool" >/dev/null || { echo "make.sh: $tool is missing; see the header for the packages" >&2; exit 1; }
done

mode=${1:-}
case $mode in ''|--all|--feed) ;; *) echo "usage: make.sh [--all|--feed]" >&2; exit 2 ;; esac

mkdir -p "$out/audio" "$out/transcripts"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

field() { awk -v name="$2: " '/^$/ { exit } index($0, name) == 1 { print substr($0, length(name) + 1); exit }' "$1"; }
notes() { awk '/^---$/ { exit } body && NF { print } /^$/ { body = 1 }' "$1"; }
spoken() { awk 'body { print } /^---$/ { body = 1 }' "$1"; }
xml() { sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' -e 's/"/\&quot;/g'; }

speak() { # script, mp3
  {
    echo '<speak>'
    spoken "$1" | sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/^$/<break time="550ms"\/>/'
    echo '</speak>'
  } >"$work/text.ssml"
  espeak-ng -m -v "$voice" -s "$speed" -p "$pitch" -g "$gap" -f "$work/text.ssml" -w "$work/voice.wav"
  # Low rumble away, a little warmth, less edge, gentle low-pass, even loudness (podcast norm for mono:
  # -19 LUFS), half a second of quiet at either end.
  ffmpeg -hide_banner -loglevel error -y -i "$work/voice.wav" -map_metadata -1 -fflags +bitexact \
    -af "highpass=f=70,equalizer=f=200:t=q:w=1:g=2,equalizer=f=3200:t=q:w=1:g=-3,lowpass=f=6500,acompressor=threshold=-20dB:ratio=2:attack=15:release=180,loudnorm=I=-19:TP=-2:LRA=7,aresample=22050,adelay=500,apad=pad_dur=0.7" \
    -ac 1 -ar 22050 -c:a libmp3lame -b:a "$bitrate" -id3v2_version 3 \
    -metadata title="$(field "$1" Title)" -metadata artist="Second Chair" \
    -metadata album="The Second Chair Podcast" -metadata track="$(field "$1" Number)" "$work/episode.mp3"
  mv "$work/episode.mp3" "$2"
}

# The start of each paragraph and the end of the last, in seconds: paragraphs end with half a second of silence.
times() { # mp3
  echo 0.5
  ffmpeg -hide_banner -i "$1" -af silencedetect=noise=-38dB:d=0.55 -f null - 2>&1 |
    awk '/silence_end/ { for (i = 1; i < NF; i++) if ($i == "silence_end:") print $(i + 1) }'
}

transcript() { # script, mp3, vtt
  spoken "$1" >"$work/spoken.txt"
  # shellcheck disable=SC2046
  node "$here/../demo-videos/captions.ts" "$work/spoken.txt" $(times "$2") >"$3"
}

chapters() { # script, mp3
  local starts
  mapfile -t starts < <(times "$2")
  field "$1" Chapters | sed 's/; /\n/g' | while read -r paragraph title; do
    # The first one starts with the episode.
    start=$([ "$paragraph" = 1 ] && echo 0 || echo "${starts[paragraph - 1]}")
    printf '        <psc:chapter start="00:%02d:%06.3f" title="%s"/>\n' \
      "$(awk "BEGIN { print int($start / 60) }")" "$(awk "BEGIN { print $start % 60 }")" "$(echo "$title" | xml)"
  done
}

item() { # script
  local slug title number mp3 bytes seconds html
  slug=$(field "$1" Slug) title=$(field "$1" Title | xml) number=$(field "$1" Number)
  mp3=$out/audio/$slug.mp3
  bytes=$(stat -c %s "$mp3")
  seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 "$mp3" | awk '{ printf "%d", $1 + 0.5 }')
  html=$(notes "$1")
  echo '    <item>'
  echo "      <title>$title</title>"
  echo "      <link>$base/#podcast</link>"
  echo "      <guid isPermaLink=\"false\">second-chair-podcast-$(printf %03d "$number")</guid>"
  echo "      <pubDate>$(field "$1" Date)</pubDate>"
  echo "      <description>$(field "$1" Summary | xml)</description>"
  if [ -n "$html" ]; then
    printf '      <content:encoded><![CDATA[%s]]></content:encoded>\n' "$html"
  fi
  echo "      <enclosure url=\"$base/podcast/audio/$slug.mp3\" length=\"$bytes\" type=\"audio/mpeg\"/>"
  echo "      <itunes:duration>$seconds</itunes:duration>"
  echo "      <podcast:transcript url=\"$base/podcast/transcripts/$slug.vtt\" type=\"text/vtt\" language=\"en\"/>"
  echo '      <psc:chapters version="1.2">'
  chapters "$1" "$mp3"
  echo '      </psc:chapters>'
  echo "      <itunes:episode>$number</itunes:episode>"
  echo '      <itunes:episodeType>full</itunes:episodeType>'
  echo '      <itunes:explicit>false</itunes:explicit>'
  echo '    </item>'
}

scripts=("$here"/[0-9][0-9]-*.txt)

if [ "$mode" != --feed ]; then
  for script in "${scripts[@]}"; do
    mp3=$out/audio/$(field "$script" Slug).mp3
    if [ "$mode" = --all ] || [ ! -e "$mp3" ] || [ "$script" -nt "$mp3" ]; then
      speak "$script" "$mp3"
      echo "made ${mp3#"$out"/}"
    fi
  done
fi

for script in "${scripts[@]}"; do
  slug=$(field "$script" Slug)
  transcript "$script" "$out/audio/$slug.mp3" "$out/transcripts/$slug.vtt"
done

newest=${scripts[-1]}
{
  cat <<HEAD
<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:psc="http://podlove.org/simple-chapters">
  <channel>
    <title>The Second Chair Podcast</title>
    <link>$base/</link>
    <atom:link href="$base/podcast/feed.xml" rel="self" type="application/rss+xml"/>
    <description>Short, practical talks for lawyers who practice alone: clients, money, time and the first hire. The host runs a small firm that defends drink-driving cases. General information, not legal advice.</description>
    <language>en-us</language>
    <copyright>Second Chair</copyright>
    <pubDate>$(field "$newest" Date)</pubDate>
    <lastBuildDate>$(field "$newest" Date)</lastBuildDate>
    <image>
      <url>$base/podcast/cover.png</url>
      <title>The Second Chair Podcast</title>
      <link>$base/</link>
    </image>
    <itunes:author>Second Chair</itunes:author>
    <itunes:image href="$base/podcast/cover.png"/>
    <itunes:category text="Business">
      <itunes:category text="Entrepreneurship"/>
    </itunes:category>
    <itunes:explicit>false</itunes:explicit>
    <itunes:type>episodic</itunes:type>
HEAD
  for ((i = ${#scripts[@]} - 1; i >= 0; i--)); do item "${scripts[i]}"; done
  echo '  </channel>'
  echo '</rss>'
} >"$work/feed.xml"
mv "$work/feed.xml" "$out/feed.xml"
chmod 644 "$out/feed.xml" "$out"/audio/*.mp3 "$out"/transcripts/*.vtt
echo "made feed.xml, ${#scripts[@]} episodes"
