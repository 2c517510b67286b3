import { isOwnPath, isSafeLink } from '#src/lib/site/links.ts'

/** Labels of callouts by their value of `data-callout`. */
export const CALLOUTS = { note: 'Note', tip: 'Tip', warning: 'Warning' } as const
export type CalloutKind = keyof typeof CALLOUTS

export const isCallout = (kind: unknown): kind is CalloutKind =>
	typeof kind === 'string' && Object.hasOwn(CALLOUTS, kind)

/** Returns whether a picture's source is allowed: https, or a path of this site. `//host` is another site. */
export const isPictureSource = (src: string): boolean => isSafeLink(src) || isOwnPath(src)

/** Maximum length of alternative text; longer text belongs next to the picture. */
export const ALT_LIMIT = 300

/** Returns whether the text is a valid width or height in pixels: 1 to 20,000. */
export const isPixels = (text: string | undefined): boolean => /^[1-9]\d{0,3}$|^1\d{4}$|^20000$/.test(text ?? '')
