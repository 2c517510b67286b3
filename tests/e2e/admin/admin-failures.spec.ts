import { club } from '../support/admin-forms/club.ts'
import { courses } from '../support/admin-forms/courses.ts'
import { people } from '../support/admin-forms/people.ts'
import { CONSOLE_LINES, expectNothingLost } from '../support/failing-form.ts'
import { test } from '../support/fixtures.ts'

// Submits each admin form. Its request fails twice, then succeeds: no input is lost, and one request takes effect.
// For forms that create a record, a response is lost too, and the record is still created once.

for (const [name, open] of Object.entries({ ...courses, ...people, ...club }))
	test(`keeps the input when a request fails: ${name}`, async ({ page, signInAs, allowProblem }) => {
		allowProblem(CONSOLE_LINES)
		await signInAs('admin')
		const form = await open({ page, signInAs, word: String(Date.now()) })
		try {
			await expectNothingLost(page, form)
		} catch (failure) {
			// Undo fails if nothing was created; the original error is the one to report.
			await form.undo?.().catch(() => {})
			throw failure
		}
		await form.undo?.()
	})
