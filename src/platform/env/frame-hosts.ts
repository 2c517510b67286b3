/** Matches only host names: a wildcard or a path would silently widen the Content-Security-Policy of pages. */
const HOST_NAME = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,62}\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/

/** Parses `VIDEO_FRAME_HOSTS` into hosts and invalid entries. */
export function parseFrameHosts(list: string | undefined): { hosts: string[]; wrong: string[] } {
	const names = new Set((list ?? '').split(',').map((name) => name.trim().toLowerCase()))
	const entries = [...names].filter(Boolean)
	const isHost = (name: string) => HOST_NAME.test(name)
	return { hosts: entries.filter(isHost), wrong: entries.filter((name) => !isHost(name)) }
}

/**
 * Returns additional hosts, besides YouTube and Vimeo, whose players may be framed. For pages that are also rendered by
 * a build, where some server settings are missing and `env()` would throw.
 */
export const videoFrameHosts = () => parseFrameHosts(process.env.VIDEO_FRAME_HOSTS).hosts
