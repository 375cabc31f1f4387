% Minimax and alpha-beta as the assignment has them: what students of MATLAB hand in.
function ConnectFour(state, side, algorithm, depth)
  rows = strsplit(state, ',');
  board = zeros(6, 7);
  for r = 1:6
    board(r, rows{r} == 'r') = 1;
    board(r, rows{r} == 'y') = -1;
  end
  turn = 1;
  if strcmp(side, 'yellow'), turn = -1; end
  [~, column, nodes] = search(board, turn, str2double(depth), -Inf, Inf, algorithm == 'A');
  printf('%d\n%d\n', column, nodes);
end

% The value for red, the best column and the number of examined nodes. Red is 1 and maximises, yellow is -1.
function [value, best, nodes] = search(board, turn, depth, alpha, beta, prunes)
  nodes = 1; best = 0;
  [over, value] = finished(board);
  if over, return; end
  if depth == 0, value = worth(board, 1) - worth(board, -1); return; end
  value = -turn * Inf;
  for c = 1:7
    r = find(board(:, c) == 0, 1);
    if isempty(r), continue; end
    child = board; child(r, c) = turn;
    [v, ~, n] = search(child, -turn, depth - 1, alpha, beta, prunes);
    nodes += n;
    if turn * v > turn * value, value = v; best = c - 1; end
    if turn > 0, alpha = max(alpha, value); else beta = min(beta, value); end
    if prunes && alpha >= beta, return; end
  end
end

function [over, value] = finished(board)
  over = true;
  if any(runs(board, 1)(4:end)), value = 10000; return; end
  if any(runs(board, -1)(4:end)), value = -10000; return; end
  value = worth(board, 1) - worth(board, -1);
  over = all(board(:));
end

function value = worth(board, who)
  n = runs(board, who);
  value = sum(board(:) == who) + 10 * n(2) + 100 * n(3) + 1000 * sum(n(4:end));
end

% How many runs there are of each length, in rows, columns and diagonals.
function n = runs(board, who)
  n = zeros(1, 7);
  lines = {};
  for r = 1:6, lines{end + 1} = board(r, :); end
  for c = 1:7, lines{end + 1} = board(:, c)'; end
  for d = -5:6, lines{end + 1} = diag(board, d)'; lines{end + 1} = diag(fliplr(board), d)'; end
  for k = 1:numel(lines)
    hits = [0, lines{k} == who, 0];
    starts = find(diff(hits) == 1); ends = find(diff(hits) == -1);
    for length = ends - starts, n(length) += 1; end
  end
end
