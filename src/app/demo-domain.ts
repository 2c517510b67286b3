/**
 * Everybody of the demonstration has an address of it, and nobody else can: `.example` is reserved. Here and not with
 * the demonstration data, since production shuts these accounts and never loads that data.
 */
export const demoDomain = 'secondchair.example'
