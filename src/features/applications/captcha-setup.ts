/** Which captcha the page shows. `siteKey` is public. */
export type CaptchaSetup = { provider: 'altcha' } | { provider: 'recaptcha'; siteKey: string }
