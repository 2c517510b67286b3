import { $user, STORED_USER_KEY, storedUser } from '#src/lib/api/auth-state.ts'
import { DRAFT_PREFIX, keepDraft } from '#src/lib/forms/draft-storage.ts'

// A course page is the same file for everyone. What the browser remembers of the member's courses lets it show the
// form for enrolled members at the first paint, so that nothing moves once the server has answered.

const NAME = 'enrolled'

/** Remembers the ids of the viewer's courses until signing out. */
export function rememberEnrolled(ids: readonly string[]): void {
	const viewer = $user.get() ?? storedUser()
	if (viewer) keepDraft(`${NAME}:${viewer.id}`, ids.join(' '))
}

/** Shows the form of a course page for enrolled members, or the one for others. */
export const showEnrolled = (isEnrolled: boolean) =>
	document.documentElement.toggleAttribute('data-enrolled', isEnrolled)

/**
 * Runs in the head of a course page, after `early-auth.ts`; its element has the course's id. The same on every page: the
 * Content-Security-Policy allows it by its hash.
 */
export const earlyEnrolledScript = `(function(d,l){try{l=localStorage;if(d.auth!=="visitor"&&l.getItem("${DRAFT_PREFIX}${NAME}:"+JSON.parse(l.getItem("${STORED_USER_KEY}")).id).split(" ").includes(document.currentScript.dataset.course))d.enrolled=""}catch(e){}})(document.documentElement.dataset)`
