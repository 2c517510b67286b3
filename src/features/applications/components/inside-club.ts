import { plainGet } from '#src/lib/api/plain-get.ts'
import type { MembershipPreview } from '../preview-contract.ts'

/** Hides a space that stays empty, once it is out of view: otherwise, the content below it would visibly move. */
function hideOnceUnseen(space: HTMLElement): void {
	const observer = new IntersectionObserver((entries) => {
		if (entries.some(({ isIntersecting }) => isIntersecting)) return
		observer.disconnect()
		space.hidden = true
	})
	observer.observe(space)
}

/** Fills a reserved space, or hides it if `fill` has nothing for it. */
function fillSpace(space: HTMLElement | null, fill: (space: HTMLElement) => boolean): void {
	if (!space) return
	if (fill(space)) delete space.dataset.pending
	else hideOnceUnseen(space)
}

/** Adds the next call and titles of questions. */
export async function fillInside(section: Element): Promise<void> {
	const preview = await plainGet<MembershipPreview>('/api/membership/preview')
	fillSpace(section.querySelector<HTMLElement>('[data-next-call]'), (space) => {
		const time = space.querySelector('time')
		if (!time || !preview?.nextCall) return false
		time.dateTime = preview.nextCall
		time.textContent = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' }).format(
			new Date(preview.nextCall),
		)
		return true
	})
	fillSpace(section.querySelector<HTMLElement>('[data-asked]'), (space) => {
		if (!preview?.questions.length) return false
		space.querySelector('ul')?.replaceChildren(
			...preview.questions.map((title) => {
				const item = document.createElement('li')
				item.dir = 'auto'
				item.textContent = title
				return item
			}),
		)
		return true
	})
}
