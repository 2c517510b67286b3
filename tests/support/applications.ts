import { apply } from '#src/features/applications/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { freshAnswer } from '#tests/support/captcha.ts'

export const PASSWORD = 'oak table by the window'

/** Returns a complete application without the captcha, with these overrides. */
export const form = (overrides: Record<string, unknown> = {}) => ({
	name: 'Dana Whitfield',
	email: 'dana@example.com',
	password: PASSWORD,
	confirmPassword: PASSWORD,
	phoneNumber: '+1 555 010 2030',
	firmName: 'Whitfield Law',
	practiceAreas: 'Family law, wills',
	yearsOfExperience: '3-5',
	membershipGoals: 'A colleague to ask before I file.',
	...overrides,
})

/** Applies with a solved captcha. */
export const submit = async (overrides: Record<string, unknown> = {}) =>
	callApi(apply, { body: { ...form(), recaptchaToken: await freshAnswer(), ...overrides } })
