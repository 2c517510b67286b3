// RFC 5321 without quoting, comments, address literals and routes: what a mail program might read as two
// addresses, or as another one than we checked, is refused.
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN = /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** Whether mail may be sent to `address`. */
export function isMailAddress(address: string): boolean {
	const at = address.indexOf('@')
	return (
		at > 0 &&
		at <= 64 &&
		address.length <= 254 &&
		LOCAL.test(address.slice(0, at)) &&
		DOMAIN.test(address.slice(at + 1))
	)
}

/** `Name <address>` or an address alone, as its parts. */
export function parseSender(sender: string): { name: string; address: string } {
	const match = /^([^<]*)<([^>]+)>$/.exec(sender.trim())
	return match
		? { name: (match[1] ?? '').trim(), address: (match[2] ?? '').trim() }
		: { name: '', address: sender.trim() }
}
