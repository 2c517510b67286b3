// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { SpeakersForm } from './SpeakersForm.tsx'

afterEach(cleanup)

test('enables saving only after a change, since the server rejects an empty list', async () => {
	answerCalls({ 'GET /api/csrf-token': () => ({ csrfToken: 'token' }) })
	const user = userEvent.setup()
	render(<SpeakersForm id="e1" speakers={['Ruth', 'Sam']} />)
	const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Save names/ })
	expect(save().disabled).toBe(true)
	await user.type(screen.getByLabelText('Sam'), 'uel')
	expect(save().disabled).toBe(false)
})
