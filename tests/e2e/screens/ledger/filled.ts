import { fillLedger } from '../../support/ledger/states.ts'

/** The member's ledger has two admissions; the owner has none. */
export const filled = { as: 'member', prepare: fillLedger } as const
export const overlay = { windowOnly: true } as const
