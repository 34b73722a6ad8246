interface Batches<Row, Outcome> {
  /** Saves all rows or none. */
  save: (rows: Row[]) => Promise<Outcome[]>;
  /** Rows of one group go into different batches: a statement counts only what was there before it. */
  groupOf: (row: Row) => string;
  /** Whether a single row may have caused the error: then each row of the batch is saved by itself. */
  isOfOneRow: (error: unknown) => boolean;
}

interface Waiting<Row, Outcome> {
  row: Row;
  since: number;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

const BATCH = 50;
/** When a save fails, rows that have waited this long fail as well: the next save might take as long again. */
const PATIENCE_MS = 1000;

/**
 * Saves rows that come during a save together, because the transaction costs most. `npm run bench -- contact` measures
 * the gain. To take it out, call `save([row])`.
 */
export function inBatches<Row, Outcome>({ save, groupOf, isOfOneRow }: Batches<Row, Outcome>) {
  let waiting: Waiting<Row, Outcome>[] = [];
  let isSaving = false;

  return (row: Row): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      waiting.push({ row, since: performance.now(), resolve, reject });
      if (!isSaving) void saveWaiting();
    });

  async function saveWaiting(): Promise<void> {
    isSaving = true;
    while (waiting.length) {
      const batch = takeBatch();
      try {
        await saveAll(batch);
      } catch (error) {
        if (batch.length > 1 && isOfOneRow(error)) {
          for (const each of batch) await saveAll([each]).catch(each.reject);
          continue;
        }
        const late = waiting.filter(({ since }) => performance.now() - since > PATIENCE_MS);
        waiting.splice(0, late.length); // they are the first ones
        for (const { reject } of [...batch, ...late]) reject(error);
      }
    }
    isSaving = false;
  }

  async function saveAll(batch: Waiting<Row, Outcome>[]): Promise<void> {
    const outcomes = await save(batch.map(({ row }) => row));
    batch.forEach(({ resolve }, i) => resolve(outcomes[i]!));
  }

  function takeBatch(): Waiting<Row, Outcome>[] {
    const groups = new Set<string>();
    const batch: Waiting<Row, Outcome>[] = [];
    const later: Waiting<Row, Outcome>[] = [];
    for (const each of waiting) {
      const group = groupOf(each.row);
      (batch.length < BATCH && !groups.has(group) ? batch : later).push(each);
      groups.add(group);
    }
    waiting = later;
    return batch;
  }
}
