// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority} from "./access/Authority.sol";
import {Governed} from "./access/Governed.sol";
import {Roles} from "./access/Roles.sol";

/// Stores published roots of registers: of one token, or of the whole platform (address zero). An entry is never changed,
/// and sequence numbers only grow within a series. The owner begins a new series if a stolen key has used up or falsified
/// numbers: the entries that it sets aside stay readable, but are no longer those of the register.
contract RegisterAnchor is Governed {
    struct Entry {
        bytes32 root;
        uint64 treeSize;
        uint64 anchoredAt;
        uint64 series;
    }

    struct Latest {
        uint64 sequence;
        uint64 treeSize;
        bool exists;
    }

    mapping(address register => mapping(uint64 series => mapping(uint64 sequence => Entry))) private _entries;
    mapping(address register => Latest) private _latest;
    /// The number of each register's series; the first is 0.
    mapping(address register => uint64) public series;
    /// The sequence number after which a series begins; earlier series count only up to it.
    mapping(address register => mapping(uint64 series => uint64)) public beginsAfter;

    event Anchored(address indexed register, uint64 indexed sequence, bytes32 root, uint64 treeSize);
    /// Entries of earlier series above `afterSequence` are set aside.
    event SeriesBegun(address indexed register, uint64 indexed series, uint64 afterSequence);

    error SequenceNotAfter(uint64 latest, uint64 given);
    error NothingToSetAside(uint64 latest, uint64 given);
    error EmptyRoot();

    constructor(Authority authority_) {
        _setAuthority(authority_);
    }

    /// Anchors a root of the platform's register.
    function anchor(bytes32 root, uint64 sequence, uint64 treeSize) external {
        anchorFor(address(0), root, sequence, treeSize);
    }

    /// Anchors a root of one token's register.
    function anchorFor(address register, bytes32 root, uint64 sequence, uint64 treeSize)
        public
        onlyRole(Roles.ANCHOR)
    {
        if (root == 0) revert EmptyRoot();
        Latest memory latest_ = _latest[register];
        if (latest_.exists && sequence <= latest_.sequence) revert SequenceNotAfter(latest_.sequence, sequence);
        uint64 current = series[register];
        _entries[register][current][sequence] = Entry(root, treeSize, uint64(block.timestamp), current);
        _latest[register] = Latest(sequence, treeSize, true);
        emit Anchored(register, sequence, root, treeSize);
    }

    /// Sets aside every entry above a sequence number, so that the following numbers are anchored again. Only the owner
    /// may, not the key that anchors: replace that key first.
    function beginSeries(address register, uint64 afterSequence) external onlyOwner {
        Latest memory latest_ = _latest[register];
        if (afterSequence >= latest_.sequence) revert NothingToSetAside(latest_.sequence, afterSequence);
        _latest[register] = Latest(afterSequence, entry(register, afterSequence).treeSize, true);
        uint64 next = ++series[register];
        beginsAfter[register][next] = afterSequence;
        emit SeriesBegun(register, next, afterSequence);
    }

    /// Returns the entry of a register; its root is zero if there is none, or it was set aside.
    function entry(address register, uint64 sequence) public view returns (Entry memory found) {
        uint64 current = series[register];
        while (true) {
            found = _entries[register][current][sequence];
            if (found.root != 0 || current == 0 || sequence > beginsAfter[register][current]) return found;
            --current;
        }
    }

    /// Returns the entry of one series, also if a later series has set it aside.
    function entryIn(address register, uint64 series_, uint64 sequence) external view returns (Entry memory) {
        return _entries[register][series_][sequence];
    }

    function latest(address register) external view returns (Latest memory) {
        return _latest[register];
    }
}
