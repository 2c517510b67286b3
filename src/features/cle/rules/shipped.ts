import * as z from 'zod/mini'
import { type RuleSet, ruleSet } from '../rules-schema.ts'
import california from './us-ca.json' with { type: 'json' }
import florida from './us-fl.json' with { type: 'json' }
import georgia from './us-ga.json' with { type: 'json' }
import illinois from './us-il.json' with { type: 'json' }
import newJersey from './us-nj.json' with { type: 'json' }
import newYork from './us-ny.json' with { type: 'json' }
import texas from './us-tx.json' with { type: 'json' }

/** Rules that ship with the product: two are checked, the others are templates. */
export const shippedRules: readonly RuleSet[] = [newYork, california, texas, florida, illinois, georgia, newJersey].map(
	(rules) => z.parse(ruleSet, rules),
)
