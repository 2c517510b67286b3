/**
 * The HTML without what differs between two renderings of the same content: Astro notes how many milliseconds an
 * island took. The build and the publisher both apply it, so that an unchanged page has unchanged bytes.
 */
export const stableHtml = (html: string) => html.replaceAll(/ server-render-time="[\d.]*"/g, '')
