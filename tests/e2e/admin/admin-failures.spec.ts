import { club } from '../support/admin-forms/club.ts'
import { courses } from '../support/admin-forms/courses.ts'
import { people } from '../support/admin-forms/people.ts'
import { CONSOLE_LINES, expectNothingLost } from '../support/failing-form.ts'
import { test } from '../support/fixtures.ts'

// Each form of the admin area, as its call fails twice before it gets through: nothing typed is lost, and it is sent once.
// What makes something new loses an answer too, and there is one of it.

for (const [name, open] of Object.entries({ ...courses, ...people, ...club }))
	test(`a call that fails loses nothing: ${name}`, async ({ page, signInAs, allowProblem }) => {
		allowProblem(CONSOLE_LINES)
		await signInAs('admin')
		const form = await open({ page, signInAs, word: String(Date.now()) })
		try {
			await expectNothingLost(page, form)
		} catch (failure) {
			// What was not made cannot be taken back; what went wrong before is what to say.
			await form.undo?.().catch(() => {})
			throw failure
		}
		await form.undo?.()
	})
