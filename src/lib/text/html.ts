const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may stand in HTML, between tags and in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '')

/**
 * Marks raised numbers, so that HTML can become plain text: `Rule 1.6<sup>2</sup>` must not be read as Rule 1.62.
 * Ordinals such as `2<sup>nd</sup>` read right without a sign. @param html sanitized.
 */
export const withRaisedNumbers = (html: string): string =>
	html.replaceAll(/<sup>(?=(?:<[^>]*>){0,9}[\d+\u2212-])/g, '<sup>^')
