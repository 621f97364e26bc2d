// As much as a scenario may be, and one more: what is too much is said, and what is not too much is computed.

import assert from "node:assert/strict";

import { eventually, headline, LONG_WHILE, notice, OPENING_SENTENCE, pictured, put, ready, says, script, shown } from "../reading.mjs";
import { BOUNDS, comparisonOf, countsOf, CROWD, crowded, hashOf, linkOf, LONG, longTruthOf, MULTITUDE, SHORT } from "../truth.mjs";

const { most_lanes: LANES, most_text: TEXT, most_clients: CLIENTS } = BOUNDS;

export default {
  async "computes the most requests there may be, with progress, and refuses one more"({ open }) {
    const before = crowded(CROWD, SHORT);
    const page = await ready(await open(linkOf(before)));
    await script(page).fill(LONG);
    await page.getByRole("progressbar", { name: "Computing" }).waitFor();
    assert.equal(await headline(page).innerText(), comparisonOf(before), "the last picture stays meanwhile");
    await page.getByRole("progressbar").waitFor({ state: "detached", timeout: LONG_WHILE });
    await says(page, (await longTruthOf(crowded(CROWD, LONG))).comparison, LONG_WHILE);
    const told = await headline(page).innerText();
    await script(page).fill(`${LONG}; 1@0s`);
    await page.getByText(/10,000,000/).and(page.locator(".fault")).waitFor();
    assert.equal(await headline(page).innerText(), told);
  },

  async "cancels a long run, keeps the picture and goes on"({ open }) {
    const page = await ready(await open(linkOf(crowded(MULTITUDE, SHORT))));
    const before = await headline(page).innerText();
    await script(page).fill(LONG);
    // As slow as a hand: the button takes the focus first, and must still be there when it is let go.
    await page.getByRole("button", { name: "Cancel" }).click({ delay: 150 });
    await notice(page).filter({ hasText: "The run was cancelled. The picture is that of the run before." }).waitFor();
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    assert.equal(await headline(page).innerText(), before);
    assert.equal(await script(page).inputValue(), LONG, "what was asked for is not lost");
    await script(page).fill("15 every 100ms");
    await says(page, comparisonOf(crowded(MULTITUDE, "15 every 100ms")));
  },

  async "draws the most lanes there may be, and adds no more"({ open }) {
    const lanes = Array.from({ length: LANES }, (_, at) => `gcra burst=${at + 1}`);
    const text = `v=1&lanes=${lanes.join(", ")}&traffic=${SHORT}`;
    const page = await ready(await open(linkOf(text)));
    await says(page, comparisonOf(text));
    const { hash } = await shown(page);
    assert.equal(hash, hashOf(text));
    const drawn = (await pictured(page)).lanes.map(({ marks }) => countOutcomes(marks));
    assert.deepEqual(drawn, countsOf(text));
    assert.equal(await page.getByRole("button", { name: "Add", exact: true }).isDisabled(), true);
    const over = await open(linkOf(text.replace("&traffic", ", gcra&traffic")));
    await saysOf(over, `at most ${LANES} lanes`);
  },

  async "reads the longest text there may be, and no longer one"({ open }) {
    const page = await ready(await open());
    const part = "1@1s; ";
    const script = part.repeat(5_000);
    const fits = `v=1&traffic=${script}1@2s`;
    assert.ok(fits.length < TEXT);
    const full = `${fits}${" ".repeat(TEXT - fits.length)}`;
    await page.evaluate((hash) => (location.hash = hash), linkOf(full));
    await says(page, comparisonOf(fits));
    await page.evaluate((hash) => (location.hash = hash), linkOf(`${full} `));
    await saysOf(page, "65,536");
  },

  async "refuses more clients than there may be"({ open }) {
    const page = await ready(await open());
    const field = page.getByRole("spinbutton", { name: "How many" });
    await put(field, String(CLIENTS));
    await eventually(async () => (await shown(page)).text.includes(`clients=${CLIENTS}`), true);
    await put(field, String(CLIENTS + 1));
    await page.getByText("expected a whole number from 1 to 1,000,000").waitFor();
  },
};

// A link that cannot be read: it is said why, and the page works.
async function saysOf(page, why) {
  await notice(page).filter({ hasText: "This link cannot be read." }).filter({ hasText: why }).waitFor();
  await says(page, OPENING_SENTENCE);
}

function countOutcomes(marks) {
  const counts = [0, 0, 0];
  for (let mark = 0; mark < marks.length; mark += 4) counts[marks[mark + 2]] += 1;
  return counts;
}
