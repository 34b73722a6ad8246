// Shifts the clock of a process by CLOCK_SHIFT_MS, and by CLOCK_JUMP_MS more at each SIGUSR2. Node loads it by `--import`; a
// test that imports it shifts its own clock.
let shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const jump = Number(process.env.CLOCK_JUMP_MS ?? 0);
if (jump) process.on('SIGUSR2', () => (shift += jump));
export const shiftClock = (ms: number) => void (shift = ms);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (_, values: unknown[], target) =>
    Reflect.construct(RealDate, values.length ? values : [RealDate.now() + shift], target as NewableFunction),
  apply: () => new RealDate(RealDate.now() + shift).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => RealDate.now() + shift : (Reflect.get(target, name, receiver) as unknown),
});
