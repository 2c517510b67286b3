import * as z from 'zod/mini'
import { readSetting, saveSetting } from '#src/features/auth/server/setting-row.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { site } from '#src/lib/site/site.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince } from '#src/platform/endpoint/version.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import type { Provider } from '../admin-contract.ts'
import * as contracts from '../admin-contract.ts'
import { actions } from './audit-actions.ts'

/** Key of the settings row. */
const KEY = 'cle-provider'

const schema = z.object(contracts.providerFields)

/** Returns the provider named on certificates. Its name defaults to the club's. */
export async function readProvider(): Promise<Provider> {
	const { value, version } = await readSetting(KEY)
	const empty = { name: '', address: '', numbers: {}, signatory: '', signatoryTitle: '' }
	const details = parseStored(schema, value, empty)
	return { ...details, name: details.name || site().name, version }
}

export const getProvider: Service<typeof contracts.getProvider> = () => readProvider()

export const updateProvider: Service<typeof contracts.updateProvider> = async ({ body }, { user }) => {
	const { version, ...value } = body
	const before = await readProvider()
	const baseVersion = version ?? before.version
	const changed = (Object.keys(value) as (keyof typeof value)[]).filter(
		(name) => JSON.stringify(value[name]) !== JSON.stringify(before[name]),
	)
	const isSaved = await saveSetting({
		...{ key: KEY, name: 'Credit provider', action: actions['cleProvider.changed'] },
		...{ value, changed, baseVersion, user },
	})
	const after = await readProvider()
	if (!isSaved)
		throw (
			changedSince(contracts.updateProvider, baseVersion, after) ?? httpError(contracts.updateProvider.errors.changed)
		)
	return after
}
