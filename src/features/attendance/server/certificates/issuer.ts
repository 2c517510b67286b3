import { readProvider } from '#src/features/cle/server/provider.ts'
import type { Issuer } from './record.ts'

/** Reads the provider that new certificates name. */
export async function readIssuer(): Promise<Issuer> {
	const { name, address, numbers, signatory, signatoryTitle } = await readProvider()
	return { name, address, numbers, signatory: [signatory, signatoryTitle].filter(Boolean).join(', ') }
}
