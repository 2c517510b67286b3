import { isOwnPath, isSafeLink } from '#src/lib/site/links.ts'

/** What can be set apart from the text, by the value of `data-callout`, with the word that its reader sees. */
export const CALLOUTS = { note: 'Note', tip: 'Tip', warning: 'Warning' } as const
export type CalloutKind = keyof typeof CALLOUTS

export const isCallout = (kind: unknown): kind is CalloutKind =>
	typeof kind === 'string' && Object.hasOwn(CALLOUTS, kind)

/** Whether a picture may come from there: https, or a path of this site. `//host` is another site in disguise. */
export const isPictureSource = (src: string): boolean => isSafeLink(src) || isOwnPath(src)

/** Longest text that stands for a picture: longer belongs into the text beside it. */
export const ALT_LIMIT = 300

/** A width or height in pixels as it is stored: 1 to 20,000. */
export const isPixels = (text: string | undefined): boolean => /^[1-9]\d{0,3}$|^1\d{4}$|^20000$/.test(text ?? '')
