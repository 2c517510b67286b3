import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import { ruleSet } from './rules-schema.ts'

/** Lists the rules in force today in every jurisdiction, with their sources. */
export const listRules = contract('GET /api/cle/rules', {
	access: 'public',
	response: z.array(z.extend(ruleSet, { checkedBy: z.string() })),
})
