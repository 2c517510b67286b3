import { site } from '#src/lib/site/site.ts'
import type { Issuer } from './record.ts'

export async function readIssuer(): Promise<Issuer> {
	return { name: site().name, address: site().postalAddress, signatory: '', numbers: {} }
}
