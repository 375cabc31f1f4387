import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_CHARACTERS, read, write } from "../../web/shell/address.js";

const EXAMPLE = "#v1;g=connect-four;c=comp3608;p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red;m=1,3;i=2;1=human;2=minimax:depth=1,eval=cs431";

test("an address is written as it was read, and can be read by people", () => {
  const { values, problems } = read(EXAMPLE);
  assert.deepEqual(problems, []);
  assert.equal(values.get("p"), ".ryyrry,.rryry.,..y.r..,..y....,.......,....... red");
  assert.equal(values.get("2"), "minimax:depth=1,eval=cs431");
  assert.equal(write(values), EXAMPLE);
});

test("every text survives", () => {
  const texts = [" a+b ", "100%", "a;b=c#d", "ä€𝄞", "<img src=x onerror=alert(1)>", "\"'`", "\u0000\u202e", "a/b"];
  for (const text of texts) assert.equal(read(write(new Map([["p", text]]))).values.get("p"), text, JSON.stringify(text));
  let seed = 7;
  for (let round = 0; round < 500; round += 1) {
    let text = "";
    for (let at = 0; at < 20; at += 1) {
      seed = (seed * 48271) % 2147483647;
      text += String.fromCharCode(seed % 3 === 0 ? seed % 0x2fff : 33 + (seed % 94));
    }
    text = text.replace(/[\r\n]/g, "");
    assert.equal(read(write(new Map([["m", text]]))).values.get("m"), text, JSON.stringify(text));
  }
});

test("line ends become what notations read as line ends", () => {
  assert.equal(write(new Map([["p", "00\n12\r\n1"]])), "#v1;p=00/12/1");
});

test("half of a pair of surrogates does no harm", () => {
  assert.equal(read(write(new Map([["p", "a\ud800b"]]))).values.get("p"), "a\ufffdb");
});

test("empty values are left out, unknown keys are ignored", () => {
  assert.equal(write(new Map([["g", ""], ["m", "3"]])), "#v1;m=3");
  const { values, problems } = read("#v1;zz=1;m=3;");
  assert.deepEqual([[...values], problems], [[["m", "3"]], []]);
});

test("nothing is no problem", () => {
  for (const hash of ["", "#", "#v1"]) assert.deepEqual(read(hash).problems, [], hash);
});

test("what is wrong is named", () => {
  const cases = [
    ["#v2;g=connect-four", ["it begins with “v2”; expected “v1”"]],
    ["#tree", ["it begins with “tree”; expected “v1”"]],
    ["#v1;connect-four", ["“connect-four”: expected KEY=VALUE"]],
    ["#v1;=3", ["“=3”: expected KEY=VALUE"]],
    ["#v1;m=%zz", ["“m=%zz”: expected two hexadecimal digits after each “%”"]],
    ["#v1;m=3;m=4", ["“m=4”: expected “m” once"]],
    [`#v1;m=${"3".repeat(MOST_CHARACTERS)}`, [`${MOST_CHARACTERS + 5} characters; expected at most ${MOST_CHARACTERS}`]],
  ];
  for (const [hash, problems] of cases) assert.deepEqual(read(hash).problems, problems, hash);
  assert.equal(read("#v1;m=3;m=4").values.get("m"), "3");
});
