const SRT_TIME = /^(\d{1,3}:\d\d:\d\d),(\d{3})(\s*-->\s*)(\d{1,3}:\d\d:\d\d),(\d{3})/gm
const VTT_CUE = /^(\d{2,}:)?\d\d:\d\d\.\d{3}\s+-->\s+(\d{2,}:)?\d\d:\d\d\.\d{3}/m

/** SRT has hours of one digit, too; WebVTT wants two. */
const twoDigits = (time: string) => time.replace(/^(\d):/, '0$1:')

/** Captions as WebVTT, from WebVTT or SubRip. Undefined where the bytes are neither, or no UTF-8. */
export function toWebVtt(bytes: Uint8Array): string | undefined {
	let text: string
	try {
		// The mark of UTF-8 at the beginning goes.
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		return undefined
	}
	const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')
	const whole = /^WEBVTT(?:[ \t\n]|$)/.test(lines)
		? lines
		: `WEBVTT\n\n${lines
				.trimStart()
				.replaceAll(
					SRT_TIME,
					(_, from: string, ms: string, arrow: string, to: string, toMs: string) =>
						`${twoDigits(from)}.${ms}${arrow.trim() === arrow ? ' --> ' : arrow}${twoDigits(to)}.${toMs}`,
				)}`
	return VTT_CUE.test(whole) ? whole : undefined
}
