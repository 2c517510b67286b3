const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '')

const unescapes: Record<string, string> = Object.fromEntries(
	Object.entries(escapes).map(([sign, name]) => [name, sign]),
)

/** Resolves the entities that `escapeHtml` and the sanitizer write. */
export const unescapeHtml = (text: string): string =>
	text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => unescapes[entity] ?? entity)

/**
 * Marks superscript numbers before HTML becomes plain text: `Rule 1.6<sup>2</sup>` must not read as Rule 1.62. Ordinals
 * such as `2<sup>nd</sup>` need no mark. `html` must be sanitized.
 */
export const withRaisedNumbers = (html: string): string =>
	html.replaceAll(/<sup>(?=(?:<[^>]*>){0,9}[\d+\u2212-])/g, '<sup>^')
