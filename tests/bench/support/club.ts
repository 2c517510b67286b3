/** Password of the members who sign in, in clubs that the scripts in `data/` create. */
export const CLUB_PASSWORD = 'a password for the benchmark'
export const clubMember = (number: number) => `member${number}@example.com`

const jarOf = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')

/** A signed-in browser's cookies, and its CSRF token for writes. */
export interface SignedIn {
	cookie: string
	csrf: string
}

/**
 * Signs in as a browser does: fetches the CSRF token first.
 * @param address client address, sent in `X-Forwarded-For`; requires TRUST_PROXY_HOPS=1.
 */
export async function signInAs(
	url: string,
	credentials: { email: string; password: string },
	address: string,
): Promise<SignedIn> {
	const headers = { 'X-Forwarded-For': address }
	const first = await fetch(`${url}/api/csrf-token`, { headers })
	const { csrfToken } = (await first.json()) as { csrfToken: string }
	const answer = await fetch(`${url}/api/login`, {
		method: 'POST',
		headers: {
			...headers,
			'Content-Type': 'application/json',
			'X-XSRF-TOKEN': csrfToken,
			Cookie: jarOf(first).join('; '),
		},
		body: JSON.stringify(credentials),
	})
	const text = await answer.text()
	if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${text}`)
	const jar = jarOf(answer).filter((cookie) => !cookie.endsWith('='))
	const csrf = jar.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
	return { cookie: jar.join('; '), csrf }
}

/** Signs in a member that a script in `data/` created. */
export const signInMember = (url: string, number: number, address: string): Promise<SignedIn> =>
	signInAs(url, { email: clubMember(number), password: CLUB_PASSWORD }, address)
