/**
 * The mail domain of every demonstration account. No real account can use it: `.example` is reserved. It is not in
 * the demonstration data, because production locks these accounts and never loads that data.
 */
export const demoDomain = 'secondchair.example'
