export const forecast = (city: string): string => `Rain in ${city}`;
