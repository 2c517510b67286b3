import { $user, storedUser } from '../api/auth-state.ts'
import type { FormDraft } from './form-text.ts'

/**
 * Draft options of a small form, such as a dialog's: its text survives Back and a reload in this tab, until it is sent
 * or closed.
 * @param name includes the edited item, so that its text does not appear in the form of another.
 */
export function tabDraft(name: string): { key: string | undefined; place: 'tab' } {
	const user = $user.get() ?? storedUser()
	return { key: user ? `${user.id}:${name}` : undefined, place: 'tab' } satisfies FormDraft
}
