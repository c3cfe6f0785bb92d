// English and German words for numbers, units, dates and negations. Pure data.

function table(rows: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(rows).flatMap(([value, words]) => words.split(' ').map((word) => [word, value]));
  const bare = Object.create(null) as Record<string, string>;
  Object.assign(bare, Object.fromEntries(entries));
  return bare;
}

/** Numbers of months by their names, in lower case. */
export const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'january januar jänner jan',
    'february februar feb',
    'march märz mar mär',
    'april apr',
    'may mai',
    'june juni jun',
    'july juli jul',
    'august aug',
    'september sept sep',
    'october oktober oct okt',
    'november nov',
    'december dezember dec dez',
  ].flatMap((names, n) => names.split(' ').map((name): [string, number] => [name, n + 1])),
);

/** Units that follow a number, in lower case. An ambiguous unit (m, t) has its more frequent meaning. */
export const UNITS = table({
  ms: 'ms millisecond milliseconds millisekunde millisekunden',
  s: 's sec secs second seconds sek sekunde sekunden',
  min: 'min mins minute minutes minuten',
  h: 'h hr hrs hour hours std stunde stunden',
  day: 'd day days tag tage tagen',
  week: 'week weeks woche wochen',
  month: 'month months monat monate monaten',
  year: 'year years yr yrs jahr jahre jahren',
  mm: 'mm millimeter millimeters millimetre millimetres millimetern',
  cm: 'cm centimeter centimeters centimetre centimetres zentimeter zentimetern',
  m: 'm meter meters metre metres metern',
  km: 'km kilometer kilometers kilometre kilometres kilometern',
  'km/h': 'km/h kmh kph',
  mg: 'mg milligram milligrams milligramm',
  g: 'g gram grams gramm',
  kg: 'kg kilo kilos kilogram kilograms kilogramm',
  t: 't tonne tonnes tonnen ton tons',
  ml: 'ml milliliter milliliters millilitre millilitres millilitern',
  l: 'l liter liters litre litres litern',
  '%': '% percent prozent pct',
  '°C': '°c celsius',
  '°F': '°f fahrenheit',
  K: 'kelvin',
  '°': '° degree degrees grad',
  EUR: '€ eur euro euros',
  USD: '$ usd dollar dollars',
  GBP: '£ gbp',
  B: 'byte bytes',
  KB: 'kb kilobyte kilobytes',
  MB: 'mb megabyte megabytes',
  GB: 'gb gigabyte gigabytes',
  TB: 'tb terabyte terabytes',
  KiB: 'kib',
  MiB: 'mib',
  GiB: 'gib',
  mbit: 'mbit megabit megabits',
  gbit: 'gbit gigabit gigabits',
  Hz: 'hz hertz',
  kHz: 'khz',
  MHz: 'mhz',
  GHz: 'ghz',
  V: 'v volt volts',
  A: 'amp amps ampere',
  W: 'w watt watts',
  kW: 'kw kilowatt kilowatts',
  kWh: 'kwh',
  bar: 'bar',
  Pa: 'pa pascal',
  kPa: 'kpa',
  MPa: 'mpa',
  N: 'newton',
  px: 'px pixel pixels',
  e3: 'k thousand tausend',
  e6: 'million millions millionen mio',
  e9: 'billion billions milliarden mrd',
});

/** Words for numbers; "one" is left out, because its German form is also an article. */
export const NUMBER_WORDS = table({
  2: 'two zwei',
  3: 'three drei',
  4: 'four vier',
  5: 'five fünf',
  6: 'six sechs',
  7: 'seven sieben',
  8: 'eight acht',
  9: 'nine neun',
  10: 'ten zehn',
  11: 'eleven elf',
  12: 'twelve zwölf',
  20: 'twenty zwanzig',
  30: 'thirty dreißig',
  40: 'forty vierzig',
  50: 'fifty fünfzig',
  60: 'sixty sechzig',
  70: 'seventy siebzig',
  80: 'eighty achtzig',
  90: 'ninety neunzig',
  100: 'hundred hundert',
});

/** Weekdays, and days as seen from the day of writing. */
export const DATE_WORDS = table({
  Mon: 'monday mondays montag montags',
  Tue: 'tuesday tuesdays dienstag dienstags',
  Wed: 'wednesday wednesdays mittwoch mittwochs',
  Thu: 'thursday thursdays donnerstag donnerstags',
  Fri: 'friday fridays freitag freitags',
  Sat: 'saturday saturdays samstag samstags sonnabend',
  Sun: 'sunday sundays sonntag sonntags',
  today: 'today heute',
  yesterday: 'yesterday gestern',
  tomorrow: 'tomorrow morgen',
});

export const NEGATIONS = table({
  not: 'not nicht',
  no: 'no kein keine keinen keinem keiner keines',
  never: 'never nie niemals',
  none: 'none nothing nichts',
  nobody: 'nobody niemand niemanden niemandem',
  without: 'without ohne',
  neither: 'neither nor weder noch',
  hardly: 'hardly barely kaum',
});
