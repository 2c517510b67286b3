import { fillLedger } from '../../support/ledger/states.ts'

/** The member, whose ledger is filled first. The admin's ledger stays empty. */
export const filled = { as: 'member', prepare: fillLedger } as const
export const overlay = { windowOnly: true } as const
