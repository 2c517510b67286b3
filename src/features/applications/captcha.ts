export type CaptchaSetup = { provider: 'altcha' } | { provider: 'recaptcha'; siteKey: string }

export interface CaptchaHandle {
	/** Starts over, since a token is valid only once. */
	reset(): void
}
