import ipaddr from 'ipaddr.js'

/** Truncates a client address to its network: /24, or /48 for IPv6. Serves as evidence without identifying a device. */
export function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return ''
	const parsed = ipaddr.process(address)
	if (parsed.kind() === 'ipv4') return `${parsed.toString().split('.').slice(0, 3).join('.')}.0/24`
	const [one = 0, two = 0, three = 0] = (parsed as ipaddr.IPv6).parts
	return `${[one, two, three].map((part) => part.toString(16)).join(':')}::/48`
}
