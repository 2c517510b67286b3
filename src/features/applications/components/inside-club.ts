import { plainGet } from '#src/lib/api/plain-get.ts'
import type { MembershipPreview } from '../preview-contract.ts'

/** Adds the next call and titles of questions. */
export async function fillInside(section: Element): Promise<void> {
	const preview = await plainGet<MembershipPreview>('/api/membership/preview')
	const call = section.querySelector<HTMLElement>('[data-next-call]')
	const time = call?.querySelector('time')
	if (call && time && preview?.nextCall) {
		time.dateTime = preview.nextCall
		time.textContent = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' }).format(
			new Date(preview.nextCall),
		)
		call.hidden = false
	}
	const asked = section.querySelector<HTMLElement>('[data-asked]')
	if (!asked || !preview?.questions.length) return
	asked.querySelector('ul')?.replaceChildren(
		...preview.questions.map((title) => {
			const item = document.createElement('li')
			item.dir = 'auto'
			item.textContent = title
			return item
		}),
	)
	asked.hidden = false
}
