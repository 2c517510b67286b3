import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as addressContracts from '../address-contract.ts'
import * as contracts from '../contract.ts'
import * as address from './address.ts'
import * as service from './service.ts'

export const endpoints = [...handleAll(contracts, service), ...handleAll(addressContracts, address)]
