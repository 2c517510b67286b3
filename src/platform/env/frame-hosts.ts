/** Matches only host names: a wildcard or a path would silently widen the Content-Security-Policy of pages. */
const NAME = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,62}\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/

/** Parses `VIDEO_FRAME_HOSTS` into hosts and invalid entries. */
export function parseFrameHosts(list: string | undefined): { hosts: string[]; wrong: string[] } {
	const names = new Set((list ?? '').split(',').map((name) => name.trim().toLowerCase()))
	const given = [...names].filter(Boolean)
	return { hosts: given.filter((name) => NAME.test(name)), wrong: given.filter((name) => !NAME.test(name)) }
}

/**
 * Returns additional hosts, besides YouTube and Vimeo, whose players may be framed. For pages that are also rendered by
 * a build, where some server settings are missing and `env()` would throw.
 */
export const videoFrameHosts = () => parseFrameHosts(process.env.VIDEO_FRAME_HOSTS).hosts
